// All that the screen knows of the service: its settings API, declared once for both sides.
export * from '../../src/settings-contract/index.ts'
