export { type Demo, isForDemo, loadDemo } from './demo-team.ts'
