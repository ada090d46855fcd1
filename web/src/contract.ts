// The settings API, declared once for the server and the screen. The screen imports nothing else from the service.
export * from '../../src/settings-contract/index.ts'
