/** Formatting toolbar, diagram check and `@` mentions of the text editor. */
import './toolbar.ts';
import './diagram-check.ts';
import './mention-autocomplete.ts';
