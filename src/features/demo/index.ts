export { type Demo, isForDemo, loadDemo } from './demo-team.ts'
export { startLiveWriter } from './live-writer.ts'
export { loadWorld, type WorldSize } from './load-world.ts'
export { DEMO_SIZE, demoWorld } from './world.ts'
