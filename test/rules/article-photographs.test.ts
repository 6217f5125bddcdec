import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkCover,
  chooseArticleDay,
  decideSubjects,
  type Photograph,
  type SubjectDecisionInput,
} from '../../src/domain/rules/article-photographs.ts';
import { dayInZone } from '../../src/domain/rules/days.ts';

const photo = (id: string, changes: Partial<Photograph> = {}): Photograph => ({
  id,
  isPicture: true,
  parcelId: '10',
  takenAt: null,
  subjectType: 'parcel',
  subjectId: '10',
  ...changes,
});

describe('the day an entry is about', () => {
  const written = new Date('2026-05-03T22:30:00Z');
  it('is what the author says, else the earliest photograph, else the day of writing, all in the settlement’s zone', () => {
    const named = [
      photo('1', { takenAt: new Date('2026-05-02T12:00:00Z') }),
      photo('2', { takenAt: new Date('2026-04-30T21:30:00Z') }),
      photo('3'),
    ];
    assert.equal(chooseArticleDay('2020-01-01', named, written, 'Europe/Moscow'), '2020-01-01');
    assert.equal(chooseArticleDay(null, named, written, 'Europe/Moscow'), '2026-05-01');
    assert.equal(chooseArticleDay(null, [photo('3')], written, 'Europe/Moscow'), '2026-05-04');
    assert.equal(chooseArticleDay(null, [], written, 'America/New_York'), '2026-05-03');
    const scan = photo('4', { isPicture: false, takenAt: new Date('2001-01-01T00:00:00Z') });
    assert.equal(
      chooseArticleDay(null, [scan], written, 'UTC'),
      '2026-05-03',
      'a document takes no photograph',
    );
  });
  it('handles days at the edge of a time zone and of the calendar', () => {
    assert.equal(dayInZone(new Date('2026-12-31T23:59:59Z'), 'Asia/Vladivostok'), '2027-01-01');
    assert.equal(dayInZone(new Date('0900-06-01T12:00:00Z'), 'UTC').length, 10);
  });
});

describe('the cover', () => {
  it('is a picture of the plot, or of the settlement when there is no plot', () => {
    assert.equal(checkCover('10', photo('1')), true);
    assert.notEqual(checkCover('10', photo('1', { parcelId: '11' })), true);
    assert.notEqual(checkCover('10', photo('1', { isPicture: false })), true);
    assert.notEqual(checkCover('10', undefined), true);
    assert.equal(checkCover(null, photo('1', { parcelId: '11' })), true);
    assert.notEqual(checkCover(null, undefined), true);
  });
});

describe('subjects of photographs named by an article', () => {
  const ask = (changes: Partial<SubjectDecisionInput>) =>
    decideSubjects({
      articleId: '99',
      parcelId: '10',
      wishes: [],
      photographs: new Map(['1', '2', '3'].map((id) => [id, photo(id)])),
      objects: new Map([
        ['50', { parcelId: '10' }],
        ['51', { parcelId: '10' }],
        ['60', { parcelId: '11' }],
      ]),
      namedPhotographs: [],
      namedObjects: [],
      ...changes,
    });

  it('follow the request', () => {
    assert.deepEqual(
      ask({
        wishes: [
          { media: '1', object: '50' },
          { media: '2', object: null },
        ],
      }),
      {
        moves: [
          { mediaId: '1', subjectType: 'object', subjectId: '50' },
          { mediaId: '2', subjectType: 'parcel', subjectId: '10' },
        ],
        faults: {},
      },
    );
  });
  it('default to the only object named, for photographs of the plot', () => {
    const named = [photo('1'), photo('2'), photo('3', { subjectType: 'object', subjectId: '51' })];
    const { moves } = ask({
      wishes: [{ media: '1', object: null }],
      namedPhotographs: named,
      namedObjects: ['50'],
    });
    assert.deepEqual(
      moves.map(({ mediaId, subjectId }) => [mediaId, subjectId]),
      [
        ['1', '10'],
        ['2', '50'],
      ],
    );
    for (const namedObjects of [[], ['50', '51'], ['60'], ['50', '60']])
      assert.deepEqual(ask({ namedPhotographs: named, namedObjects }).moves, [], String(namedObjects));
  });
  it('stay for photographs of other plots, tasks and articles', () => {
    const named = [
      photo('1', { parcelId: '11' }),
      photo('2', { subjectType: 'task' }),
      photo('3', { subjectType: 'article', subjectId: '98' }),
    ];
    assert.deepEqual(ask({ namedPhotographs: named, namedObjects: ['50'] }).moves, []);
    const photographs = new Map(named.map((one) => [one.id, one]));
    const { faults, moves } = ask({
      photographs,
      wishes: ['1', '2', '3', '4'].map((media) => ({ media, object: null })),
    });
    assert.deepEqual(
      Object.keys(faults),
      [0, 1, 2, 3].map((place) => `photo_subjects.${place}.media`),
    );
    assert.deepEqual(moves, []);
  });
  it('report every invalid entry by field', () => {
    const wishes = [
      { media: '1', object: '60' },
      { media: '1', object: null },
      { media: '2', object: '777' },
    ];
    assert.deepEqual(Object.keys(ask({ wishes }).faults), [
      'photo_subjects.0.object',
      'photo_subjects.1.media',
      'photo_subjects.2.object',
    ]);
    assert.deepEqual(Object.keys(ask({ parcelId: null, wishes }).faults), ['photo_subjects']);
    assert.deepEqual(ask({ parcelId: null, namedPhotographs: [photo('1')], namedObjects: ['50'] }), {
      moves: [],
      faults: {},
    });
  });
});
