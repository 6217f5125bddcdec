import { findRegionWord, stripName } from '../../domain/rules/settlement-requests.ts';

export const maxAlike = 5;

/** Settlements of the region that are called alike, whatever number or sort their names have. */
export const likeRequest = ({ name, region }: { name: string; region: string }) => ({
  q: stripName(name),
  regionWord: findRegionWord(region),
});
