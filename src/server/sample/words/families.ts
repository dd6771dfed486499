import { climateFamilies } from './climateFamilies.ts';
import { commerceFamilies } from './commerceFamilies.ts';
import { consumerFamilies } from './consumerFamilies.ts';
import { financeFamilies } from './financeFamilies.ts';
import { healthFamilies } from './healthFamilies.ts';
import { industryFamilies } from './industryFamilies.ts';
import { mediaFamilies } from './mediaFamilies.ts';
import { scienceFamilies } from './scienceFamilies.ts';
import { softwareFamilies } from './softwareFamilies.ts';
import { workFamilies } from './workFamilies.ts';

/** All families of companies, by the file they are kept in. */
export const familyTexts: readonly string[] = [
  softwareFamilies,
  workFamilies,
  financeFamilies,
  healthFamilies,
  scienceFamilies,
  commerceFamilies,
  consumerFamilies,
  mediaFamilies,
  industryFamilies,
  climateFamilies,
];
