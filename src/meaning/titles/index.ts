export { namedInTitle, readTitle, type TitleReading } from './read-title.ts'
