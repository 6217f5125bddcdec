/** `node --import` of a test: loads the code in MUTANT_CODE in place of the module at MUTANT_ADDRESS. */
import { register } from 'node:module';

register('./replace-source-hook.mjs', import.meta.url);
