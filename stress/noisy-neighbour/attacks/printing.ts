import { fillPath, paths } from '../../../src/base/site/paths.ts';
import { type Attack, postForm } from '../attack.ts';

/** Pages and files that grow with the village, of one with 2,000 plots. */
export const printingAttacks: readonly Attack[] = [
  {
    name: 'printing: letters and lists',
    concurrency: 6,
    prepare({ own: settlement, announcements, person }) {
      const addresses = [
        ...announcements.flatMap((article) => {
          const letters = fillPath(paths.printLetters, { settlement, article });
          return [letters, `${letters}?sheet=half`, fillPath(paths.visitList, { settlement, article })];
        }),
        `${fillPath(paths.people, { settlement })}?whole=1`,
        fillPath(paths.peopleCsv, { settlement }),
        fillPath(paths.peopleXlsx, { settlement }),
        fillPath(paths.landFile, { settlement, kind: 'dxf' }),
      ];
      const headers = { cookie: person.cookie };
      return (turn) => ({
        from: 'account',
        method: 'GET',
        path: addresses[turn % addresses.length] as string,
        headers,
      });
    },
  },
  {
    name: 'printing: codes for plots',
    concurrency: 2,
    prepare(attacker) {
      const path = fillPath(paths.plotCodes, { settlement: attacker.own });
      const body = new URLSearchParams({ count: '5', replace: 'true' }).toString();
      return () => postForm(attacker, path, body);
    },
  },
];
