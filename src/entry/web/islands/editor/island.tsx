/** Formatting toolbar, diagram check and `@` mentions of the text editor. */
import './toolbar.ts';
import './diagrams.ts';
import './mention.ts';
