export { readTitle, type TitleReading } from './read-title.ts'
