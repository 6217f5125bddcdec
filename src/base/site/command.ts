/** A command as it is called here: `settlements X`, `npm run settlements -- X`. Whoever starts the program says how. */
export function nameCommand(command: string): string {
  return `${process.env.SETTLEMENTS_COMMAND || 'settlements'} ${command}`;
}
