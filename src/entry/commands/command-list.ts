import type { CommandEntry } from './command.ts';

/** The commands in the order of the help. Each is loaded when it is called. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Start the service. Without configuration it brings its own database.',
    usage: '',
    load: async () => (await import('./serve-command.ts')).serveCommand,
  },
  {
    name: 'migrate',
    summary: 'Bring the database up to date. Starting the service does this by itself.',
    usage: '',
    load: async () => (await import('./database-commands.ts')).migrateCommand,
  },
  {
    name: 'demo',
    summary:
      'Load the demonstration: settlements, people, texts. Loading it twice changes nothing. --remove empties an installation that has nothing else.',
    usage: '[--remove]',
    load: async () => (await import('./database-commands.ts')).demoCommand,
  },
  {
    name: 'setup-link',
    summary: 'Print the address that creates the first operator: once, within an hour, while there is none.',
    usage: '',
    load: async () => (await import('./setup-link-command.ts')).setupLinkCommand,
  },
  {
    name: 'doctor',
    summary:
      'Check the installation: settings, database, disk, clock, mail, files, Redis, address, certificate, proxy, backup.',
    usage: '[--mail ADDRESS] [--json]',
    load: async () => (await import('./doctor-command.ts')).doctorCommand,
  },
  {
    name: 'settlement create',
    summary: 'Enter a settlement into the register. Its places are made if they are not there yet.',
    usage: 'SLUG --name NAME --place "Россия/Московская область/Дмитровский округ"',
    load: async () => (await import('./settlement-commands.ts')).settlementCreateCommand,
  },
  {
    name: 'account create',
    summary:
      'Create an account whose address counts as confirmed. Prints its identifier and, unless one is given, its password.',
    usage: 'EMAIL --name NAME',
    load: async () => (await import('./account-commands.ts')).accountCreateCommand,
  },
  {
    name: 'account role',
    summary:
      'Give an account a role, or take it away: moderator of the platform or operator of the installation; editor (the board) or staff of a settlement.',
    usage: 'EMAIL moderator|operator|editor|staff [--settlement S] [--remove]',
    load: async () => (await import('./account-commands.ts')).accountRoleCommand,
  },
  {
    name: 'account reset-link',
    summary:
      'Print a link with which the owner of an account sets a new password: once, within an hour, as by letter. For installations without mail.',
    usage: 'EMAIL',
    load: async () => (await import('./account-commands.ts')).accountResetLinkCommand,
  },
  {
    name: 'token create',
    summary: 'Create a personal token for an account and print it, once. Only its hash is kept.',
    usage: 'EMAIL [--scopes LIST] [--days N] [--name NAME]',
    load: async () => (await import('./account-commands.ts')).tokenCreateCommand,
  },
  {
    name: 'reindex',
    summary: 'Make the search index of the knowledge base anew. The service may go on running meanwhile.',
    usage: '',
    load: async () => (await import('./reindex-command.ts')).reindexCommand,
  },
  {
    name: 'import parcels',
    summary:
      'Take parcels in from GeoJSON, KML, a zipped shapefile, CSV or .xlsx. The same cadastral number, or number of a plot without one, updates what is there.',
    usage: 'FILE|- [--settlement S] [--crs SYSTEM] [--swap-axes] [--accept WARNINGS] [--dry-run]',
    load: async () => (await import('./import-commands.ts')).importParcelsCommand,
  },
  {
    name: 'import buildings',
    summary:
      'Take buildings in from the same formats, each onto the plot it covers most. Import the parcels first.',
    usage: 'FILE|- [--crs SYSTEM] [--dry-run]',
    load: async () => (await import('./import-commands.ts')).importBuildingsCommand,
  },
  {
    name: 'import take-back',
    summary:
      'Undo an import of parcels or buildings as a whole, while nothing later stands in the way. IMPORT is what the import printed.',
    usage: 'IMPORT',
    load: async () => (await import('./import-commands.ts')).importUndoCommand,
  },
  {
    name: 'import residents',
    summary:
      "Take in the board's list (CSV: plot, name, email, role). Claims that agree with it are confirmed.",
    usage: 'FILE.csv|- --settlement S',
    load: async () => (await import('./import-commands.ts')).importResidentsCommand,
  },
  {
    name: 'backup',
    summary:
      'Write the database and the files into one file, and prove it by a restore into a scratch database. The service may go on running.',
    usage: '[FILE] [--to PLACE] [--no-proof]',
    load: async () => (await import('./backup-commands.ts')).backupCommand,
  },
  {
    name: 'backup verify',
    summary:
      'Restore a backup into a scratch database and compare rows and files with what it says. Changes nothing.',
    usage: 'FILE [--to PLACE] [--unsealed]',
    load: async () => (await import('./backup-commands.ts')).backupVerifyCommand,
  },
  {
    name: 'restore',
    summary:
      'Fill an empty installation from a backup of this version or an older one. The service may go on running.',
    usage: 'FILE [--to PLACE] [--unsealed]',
    load: async () => (await import('./backup-commands.ts')).restoreCommand,
  },
  {
    name: 'secrets rotate',
    summary:
      'Seal the secrets of devices under SECRET_KEY that are still under one of SECRET_KEYS_FORMER. The service may go on running.',
    usage: '',
    load: async () => (await import('./secret-commands.ts')).secretsRotateCommand,
  },
];
