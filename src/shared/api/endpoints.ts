import { z } from 'zod';
import { configSchema, digestStatusSchema, userSchema } from '../domain/account.ts';
import {
  collectionCompanySchema,
  collectionItemSchema,
  collectionPreviewSchema,
  collectionSchema,
} from '../domain/collection.ts';
import { companyHistorySchema } from '../domain/history.ts';
import { companySchema } from '../domain/companySchema.ts';
import { inboxEntrySchema } from '../domain/inboxEntry.ts';
import { personRecordSchema } from '../domain/person.ts';
import { sectorReportSchema } from '../report/reportData.ts';
import { smartListCompaniesSchema, smartListOverviewSchema, smartListSchema } from '../domain/smartList.ts';
import { get, idParams, idSchema, pageOf, pageQuery, patch, post, remove, type Endpoint } from './endpoint.ts';
import * as schemas from './schemas.ts';

const entriesPath = '/api/user_smart_lists_inbox/';
const companiesPath = '/api/latest_companies/';

/** Every call of product 7, followed by the additions of docs/api.md. To add a call, add a row and a handler. */
export const endpoints = {
  getConfig: {
    ...get,
    path: '/api/config',
    summary: 'What the app reads first',
    response: configSchema,
    token: false,
    reads: [],
  },
  getMe: { ...get, path: '/api/users/me/', summary: 'The signed-in user', response: userSchema, reads: ['account'] },
  listEntries: {
    ...get,
    path: entriesPath,
    summary: 'Inbox entries of a smart list or of a special list',
    query: schemas.entriesQuery.extend(pageQuery.shape),
    response: pageOf(inboxEntrySchema),
    reads: ['entries'],
  },
  moveEntry: {
    ...patch,
    path: `${entriesPath}{id}/`,
    summary: 'Moves an entry; takes an Idempotency-Key header',
    body: schemas.moveBody,
    response: inboxEntrySchema,
    changes: ['entries', 'smartLists'],
  },
  searchCompanies: {
    ...get,
    path: `${companiesPath}preview/`,
    summary: 'Search',
    query: schemas.searchQuery,
    response: schemas.searchResultSchema,
    reads: ['companies'],
  },
  getCompany: {
    ...get,
    path: `${companiesPath}{id}/`,
    summary: 'One company',
    params: idParams,
    response: companySchema,
    reads: ['companies'],
  },
  exportCompanies: {
    ...get,
    path: `${companiesPath}export/`,
    summary: 'CSV of companies, 50,000 a page, the header row on page 0 only; X-Total-Count is the rows of all pages',
    query: schemas.exportQuery,
    response: 'csv',
    reads: ['companies', 'entries', 'collections'],
  },
  listCollectionPreviews: {
    ...get,
    path: '/api/collection/preview/',
    summary: 'Collections without their items',
    query: pageQuery,
    response: pageOf(collectionPreviewSchema),
    reads: ['collections'],
  },
  listCollections: {
    ...get,
    path: '/api/collection/',
    summary: 'Collections with their items',
    query: pageQuery,
    response: pageOf(collectionSchema),
    reads: ['collections'],
  },
  listCollectionCompanies: {
    ...get,
    path: '/api/collection/{id}/company/',
    summary: 'Companies of a collection',
    params: idParams,
    query: pageQuery,
    response: pageOf(collectionCompanySchema),
    reads: ['collections', 'companies'],
  },
  createCollection: {
    ...post,
    path: '/api/collection/',
    summary: 'Creates a collection',
    body: schemas.createCollectionBody,
    response: collectionSchema,
    changes: ['collections'],
  },
  updateCollection: {
    ...patch,
    path: '/api/collection/{id}/',
    summary: 'Renames or describes a collection',
    body: schemas.updateCollectionBody,
    response: collectionSchema,
    changes: ['collections'],
  },
  deleteCollection: {
    ...remove,
    path: '/api/collection/{id}/',
    summary: 'Deletes a collection',
    changes: ['collections'],
  },
  addCollectionItem: {
    ...post,
    path: '/api/collection_items/',
    summary: 'Adds a company to a collection',
    body: schemas.collectionItemBody,
    response: collectionItemSchema,
    changes: ['collections'],
  },
  addCollectionItems: {
    ...post,
    path: '/api/collection_items/bulk_mapping/',
    summary: 'Adds several companies to a collection',
    body: schemas.collectionItemsBody,
    response: z.object({ results: z.array(collectionItemSchema) }),
    changes: ['collections'],
  },
  deleteCollectionItem: {
    ...remove,
    path: '/api/collection_items/{id}/',
    summary: 'Removes a company from a collection',
    changes: ['collections'],
  },
  getCompanyHistory: {
    ...get,
    path: `${companiesPath}{id}/history/`,
    summary: 'What each source of a company says, with its day',
    params: idParams,
    response: companyHistorySchema,
    reads: ['companies'],
  },
  listPeople: {
    ...get,
    path: '/api/people/',
    summary: 'Founders of a company',
    query: z.object({ company_id: idSchema }).extend(pageQuery.shape),
    response: pageOf(personRecordSchema),
    reads: ['companies'],
  },
  getCompanyInsight: {
    ...post,
    path: '/api/company',
    summary: "A company's sector, or companies similar to it",
    body: schemas.companyInsightBody,
    response: schemas.companyInsightSchema,
    status: 200,
    reads: ['companies'],
    changes: [],
  },
  signUp: {
    ...post,
    path: '/api/signup/',
    summary: 'Completes sign-up and creates the first smart list',
    body: schemas.signUpBody,
    response: smartListSchema,
    changes: ['smartLists', 'entries', 'account'],
  },
  listSmartLists: {
    ...get,
    path: '/api/user_smart_lists/overview/',
    summary: 'Smart lists with their counts',
    query: pageQuery,
    response: pageOf(smartListOverviewSchema),
    reads: ['smartLists'],
  },
  listSmartListCompanies: {
    ...get,
    path: '/api/user_smart_lists/overview/company/',
    summary: 'Smart lists with their counts and best five companies',
    query: pageQuery,
    response: pageOf(smartListCompaniesSchema),
    reads: ['smartLists', 'companies'],
  },
  getSmartList: {
    ...get,
    path: '/api/user_smart_lists/{id}/',
    summary: 'One smart list',
    params: idParams,
    response: smartListSchema,
    reads: ['smartLists'],
  },
  createSmartList: {
    ...post,
    path: '/api/user_smart_lists/',
    summary: 'Saves a search as a smart list and fills it',
    body: schemas.createSmartListBody,
    response: smartListSchema,
    changes: ['smartLists', 'entries'],
  },
  updateSmartList: {
    ...patch,
    path: '/api/user_smart_lists/{id}/',
    summary: 'Renames a smart list or changes its filters',
    body: schemas.updateSmartListBody,
    response: smartListSchema,
    changes: ['smartLists', 'entries'],
  },
  deleteSmartList: {
    ...remove,
    path: '/api/user_smart_lists/{id}/',
    summary: 'Deletes a smart list; its decided entries stay in the special lists',
    changes: ['smartLists', 'entries'],
  },

  // Additions of docs/api.md.
  pickCompany: {
    ...post,
    path: entriesPath,
    summary: 'Adds a company to the built-in smart list "My picks", or finds it there',
    body: z.object({ company_id: idSchema }),
    response: inboxEntrySchema,
    changes: ['entries', 'smartLists'],
  },
  listEntryIds: {
    ...get,
    path: `${entriesPath}ids/`,
    summary: 'All entries of a list by id, for select-all',
    query: schemas.entriesQuery,
    response: schemas.entryIdsSchema,
    reads: ['entries'],
  },
  searchCompanyIds: {
    ...get,
    path: `${companiesPath}preview/ids/`,
    summary: 'All companies that match by id, for select-all',
    query: schemas.searchQuery,
    response: schemas.idListSchema,
    reads: ['companies'],
  },
  getFacets: {
    ...get,
    path: `${companiesPath}facets/`,
    summary: 'Live counts for the filter panel',
    query: schemas.searchQuery,
    response: schemas.facetsSchema,
    reads: ['companies'],
  },
  getSectorReport: {
    ...get,
    path: '/api/sector_report/',
    summary: "The overview of a company's sector, a smart list, a collection or a search, with its best companies",
    query: schemas.reportQuery,
    response: sectorReportSchema,
    reads: ['companies', 'entries', 'smartLists', 'collections', 'digest'],
  },
  restoreSmartList: {
    ...post,
    path: '/api/user_smart_lists/{id}/restore/',
    summary: 'Takes the deletion of a smart list back',
    params: idParams,
    body: null,
    response: smartListSchema,
    status: 200,
    changes: ['smartLists', 'entries'],
  },
  restoreCollection: {
    ...post,
    path: '/api/collection/{id}/restore/',
    summary: 'Takes the deletion of a collection back',
    params: idParams,
    body: null,
    response: collectionSchema,
    status: 200,
    changes: ['collections'],
  },
  getDigest: {
    ...get,
    path: '/api/digest/',
    summary: 'The newest released digest',
    response: digestStatusSchema,
    reads: ['digest'],
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export const endpointNames = Object.keys(endpoints) as EndpointName[];
