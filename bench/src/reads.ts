// Every public read, by what it is; the paths suit the catalogues that data.ts makes.
const filters = {
  '': '',
  'of a category': 'category=Category%207&',
  'with a frequent tag': 'tags=tag-1&',
  'with a rare tag': 'tags=tag-290&',
  'with a feature, in a category': 'features=feature-7&category=Category%207&',
  'rated 4 or better': 'minRating=4&',
};
const sorts = ['newest', 'top_rated', 'most_reviewed', 'name_asc', 'name_desc', 'recently_updated', 'bayesian'];

const pages = Object.entries(filters).flatMap(([name, filter]) =>
  sorts.map((sort) => [`page of 50 ${name}, ${sort}`.replace(' ,', ','), `/api/tools?${filter}sort=${sort}&limit=50`]),
);

export const publicReads: Record<string, string> = {
  'one tool': '/api/tools/1234',
  ...Object.fromEntries(pages),
  'the hundredth page, newest': '/api/tools?limit=50&offset=4950',
  'the hundredth page, top rated': '/api/tools?sort=top_rated&limit=50&offset=4950',
  'search for one tool': '/api/tools?search=1234&limit=50',
  'search for a word of one tool in 300': '/api/tools?search=tag-290&limit=50',
  'search for two frequent words': '/api/tools?search=graph%20secure&limit=50',
  'search for two letters': '/api/tools?search=gr&limit=50',
  'search for nothing there is': '/api/tools?search=nowhere&limit=50',
  'search in a category, top rated': '/api/tools?search=graph&category=Category%207&sort=top_rated&limit=50',
  categories: '/api/categories',
  tags: '/api/tags/all',
  features: '/api/features/all',
  'analytics summary': '/api/analytics/summary',
  'by category': '/api/analytics/by-category',
  'top tools': '/api/analytics/top-tools',
  'top tools by usefulness': '/api/analytics/top-tools?metric=usefulness',
  'top tools by usability': '/api/analytics/top-tools?metric=usability',
  'top tools, Bayesian': '/api/analytics/top-tools?ranking=bayesian',
  'distribution of all': '/api/analytics/rating-distribution',
  'distribution of one': '/api/analytics/rating-distribution?toolId=1234',
  'ratings of one, page of 50': '/api/tools/1234/ratings?limit=50',
  'history of one': '/api/tools/1234/rating-history',
  'score of one': '/api/tools/1234/score',
  'similar to one': '/api/tools/1234/similar',
  'relations of one': '/api/tools/1234/relations',
};
