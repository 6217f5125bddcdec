/** How many entries of one list of places a profile has: a list of so many may be cut off. */
export const maxProfileEntries = 500;
