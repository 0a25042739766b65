// Every shape that crosses the wire, named as in the interface specification (part 2) or as the additions to it.
export { ErrorResponse, Id, IdParams, MAX_ID, Paging, Query } from './schemas/parts.ts';
export * from './schemas/health.ts';
export * from './schemas/import-export.ts';
export * from './schemas/people.ts';
export * from './schemas/portfolio.ts';
export * from './schemas/ratings.ts';
export * from './schemas/tools.ts';
