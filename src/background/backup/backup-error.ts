/** A backup that cannot be made, read or restored, in words for whoever runs the program. */
export class BackupError extends Error {
  override name = 'BackupError';
}
