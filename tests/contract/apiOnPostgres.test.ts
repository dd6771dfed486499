import { describe } from 'vitest';
import { apiSpecs } from './api/apiSpecs.ts';

describe('the API over its transport "postgres"', () => apiSpecs('postgres'));
