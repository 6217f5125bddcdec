/** `node --import` of a test: loads the source in MUTANT_SOURCE in place of the file MUTANT_FILE. */
import { register } from 'node:module';

register('./replace-source-hook.mjs', import.meta.url);
