/* What every page does. */

import { keepShell } from "./install.js";
import { offerLanguages } from "./language-menu.js";

offerLanguages();
keepShell();
