export { cleanTitle, type JobPlace } from './clean-title.ts'
export { type Employer, withoutEmployer } from './employer-name.ts'
export { isPoolTitle } from './pool-titles.ts'
export { namedInTitle, readTitle, type TitleReading } from './read-title.ts'
