/** The channel on which instances hear whose bell rang: `<account>.<notification>` pairs, nothing that tells what of. */
export const bellChannel = 'bell';
