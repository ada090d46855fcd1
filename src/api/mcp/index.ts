export { MCP_PATH, mcpRoutes } from './routes.ts'
export { bridge } from './stdio-bridge.ts'
