/** What a field for long texts gains where script runs: buttons that write marks, and names after `@`. */
import './toolbar.ts';
import './diagrams.ts';
import './mention.ts';
