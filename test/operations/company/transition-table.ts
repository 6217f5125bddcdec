import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CompanyParty,
  type CompanyState,
  companyStates,
} from '../../../src/domain/rules/company-states.ts';
import { repository } from '../../harness/source-tree.ts';

const partyWords: Readonly<Record<string, CompanyParty>> = {
  'a moderator': 'moderator',
  'who speaks for it': 'representative',
  'the only one who speaks for it': 'last',
};

export interface TransitionRow {
  from: CompanyState;
  to: CompanyState;
  parties: CompanyParty[];
  /** Whom the page says are told. */
  told: string;
}

/** The first table of docs/decisions/153, one row for each change of state. */
export function readTransitionTable(): TransitionRow[] {
  const page = readFileSync(join(repository, 'docs/decisions/153-life-of-a-company.md'), 'utf8');
  const [table = ''] = page.split('\n| who speaks for it |');
  const isState = (word: string): word is CompanyState => (companyStates as readonly string[]).includes(word);
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => {
      const [, from = '', to = '', who = '', told = ''] = line.split('|').map((cell) => cell.trim());
      const target = to.split(',')[0] ?? '';
      if (!isState(target)) return [];
      const parties = who
        .split(/, or /)
        .map((words) => partyWords[words.replace(/ with a reason$/, '')])
        .filter((party) => party !== undefined);
      return from
        .split(', ')
        .filter(isState)
        .map((state) => ({ from: state, to: target, parties, told }));
    });
}
