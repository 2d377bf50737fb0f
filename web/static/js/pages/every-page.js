/* What every page does. */

import { keepShell } from "../lib/install.js";
import { offerLanguages } from "../lib/language-menu.js";

// It would say, after a while, that scripts are missing.
document.querySelector(".lost--parts").remove();
offerLanguages();
keepShell();
