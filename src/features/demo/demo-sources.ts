/** Each is written by one of the generators in this folder. */
export const DEMO_SOURCES = [
  'careers-pages',
  'funding-news',
  'job-boards',
  'job-post-mentions',
  'newsroom',
  'registry-filings',
  'site-crawler',
  'tag-scanner',
  'tech-scans',
  'website-scans',
] as const
