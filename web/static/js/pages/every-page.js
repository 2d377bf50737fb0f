/* What every page does. */

import { keepShell } from "../lib/install.js";
import { offerLanguages } from "../lib/language-menu.js";

offerLanguages();
keepShell();
