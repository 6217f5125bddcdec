import { settlementKinds, settlementStatuses } from '../../domain/rules/settlement.ts';
import { timeZoneName } from '../../domain/rules/time-zone.ts';
import { findOrInsertPlacePath, maxPlaceDepth } from '../../store/land/places.ts';
import { insertSettlement } from '../../store/land/settlements.ts';
import { type Command, CommandError, requirePositional, UsageError } from './command.ts';
import { withSession } from './command-session.ts';

export const settlementCreateCommand: Command = {
  options: {
    name: { type: 'string', help: 'the name people know' },
    place: { type: 'string', help: 'country/region/district/locality, at least country and region' },
    kind: { type: 'string', help: settlementKinds.join(', '), default: 'snt' },
    status: { type: 'string', help: settlementStatuses.join(', '), default: 'populated' },
    address: { type: 'string', help: 'how to find it', default: '' },
    'time-zone': { type: 'string', help: 'where its days begin', default: 'Europe/Moscow' },
  },
  async run(given) {
    const slug = requirePositional(given, 0, 'SLUG');
    if (!/^[a-z0-9](-?[a-z0-9])*$/.test(slug) || slug.length > 60)
      throw new UsageError('SLUG must be lower-case latin letters, digits and single hyphens, at most 60.');
    const name = given.option('name') ?? '';
    if (name === '' || name.length > 200) throw new UsageError('--name is needed, at most 200 characters.');
    const [kind, status] = [given.option('kind') ?? '', given.option('status') ?? ''];
    if (!(settlementKinds as readonly string[]).includes(kind))
      throw new UsageError(`--kind must be one of ${settlementKinds.join(', ')}.`);
    if (!(settlementStatuses as readonly string[]).includes(status))
      throw new UsageError(`--status must be one of ${settlementStatuses.join(', ')}.`);
    const timeZone = given.option('time-zone') ?? '';
    if (!timeZoneName.safeParse(timeZone).success)
      throw new UsageError('--time-zone must be a time zone, as Europe/Moscow.');
    const path = (given.option('place') ?? '')
      .split('/')
      .map((part) => part.trim())
      .filter(Boolean);
    if (path.length < 2 || path.length > maxPlaceDepth)
      throw new UsageError('--place needs two to four names separated by slashes.');
    return withSession(async ({ database, newId }) => {
      const id = newId();
      await database.pool.begin(async (db) => {
        const isNew = await insertSettlement(db, {
          id,
          slug,
          name,
          kind,
          status,
          placeId: await findOrInsertPlacePath(db, path, newId),
          address: given.option('address') ?? '',
          timeZone,
          createdAt: new Date(),
        });
        if (!isNew) throw new CommandError(`There is a settlement ${slug} already.`);
      });
      console.log(JSON.stringify({ id, slug }));
      return undefined;
    });
  },
};
