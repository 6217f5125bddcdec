import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { fillPath, paths } from '../../../src/base/site/paths.ts';
import { type Attack, type Attacker, type AttackRequest, sessionHeaders, tokenHeaders } from '../attack.ts';
import { multipartType, writeMultipart } from '../multipart.ts';

const megabyte = 1024 * 1024;

function sendFile(attacker: Attacker, path: string, body: Buffer, isForm: boolean): AttackRequest {
  const headers = {
    ...(isForm ? sessionHeaders(attacker) : tokenHeaders(attacker)),
    'content-type': multipartType,
  };
  return { from: 'account', method: 'POST', path, headers, body };
}

/** A JPEG header with random bytes, different each time, so that each would be stored. */
function createInvalidPhotograph(): Buffer {
  const bytes = randomBytes(megabyte);
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex').copy(bytes);
  return bytes;
}

function sendPhotograph(attacker: Attacker, turn: number, bytes: Buffer): AttackRequest {
  const file = { name: `${turn}.jpg`, type: 'image/jpeg', bytes };
  const plot = attacker.person.plot?.id ?? '';
  return turn % 2
    ? sendFile(
        attacker,
        fillPath(paths.plotPhotos, { plot }),
        writeMultipart({}, { ...file, field: 'photos' }),
        true,
      )
    : sendFile(
        attacker,
        '/api/v1/media/files',
        writeMultipart({ subject_type: 'parcel', subject_id: plot }, { ...file, field: 'file' }),
        false,
      );
}

/** A KMZ of 60 KB that unpacks to 60 MB with one plot at the end. */
function createKmzBomb(): Buffer {
  const place =
    '<Placemark><name>1</name><Polygon><outerBoundaryIs><LinearRing><coordinates>36.1,55.2 36.2,55.2 36.2,55.3 36.1,55.2</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>';
  const kml = Buffer.alloc(60 * megabyte, ' ');
  kml.write('<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>');
  const end = `${place}</Document></kml>`;
  kml.write(end, kml.length - end.length);
  return Buffer.from(zipSync({ 'doc.kml': kml }, { level: 9 }));
}

function createResidentList(): Buffer {
  const lines = Array.from(
    { length: 30_000 },
    (_, index) => `${index},Resident ${index},resident${index}@example.org,owner`,
  );
  return Buffer.from(`plot,name,email,role\n${lines.join('\n')}`.slice(0, 1_400_000));
}

/** Uploads: invalid or aborted photographs, a zip bomb as a land file, long lists of residents. */
export const uploadAttacks: readonly Attack[] = [
  {
    name: 'photographs: none',
    concurrency: 4,
    prepare: (attacker) => (turn) => sendPhotograph(attacker, turn, createInvalidPhotograph()),
  },
  {
    name: 'photographs: hung up',
    concurrency: 8,
    prepare: (attacker) => (turn) => ({
      ...sendPhotograph(attacker, turn, createInvalidPhotograph()),
      sendOnly: megabyte / 2,
      hangUpAfter: 300,
    }),
  },
  {
    name: 'land: packed',
    concurrency: 3,
    prepare(attacker) {
      const path = fillPath(paths.landImports, { settlement: attacker.own });
      const file = { field: 'file', name: 'land.kmz', type: 'application/zip', bytes: createKmzBomb() };
      const body = writeMultipart({ kind: 'plots', system: 'auto' }, file);
      return () => sendFile(attacker, path, body, true);
    },
  },
  {
    name: 'residents: long list',
    concurrency: 3,
    prepare(attacker) {
      const path = fillPath(paths.importResidents, { settlement: attacker.own });
      const file = { field: 'file', name: 'residents.csv', type: 'text/csv', bytes: createResidentList() };
      const body = writeMultipart({}, file);
      return () => sendFile(attacker, path, body, true);
    },
  },
];
