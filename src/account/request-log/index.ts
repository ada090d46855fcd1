export { deleteRequestsOfTeam, insertRequests } from './queries.ts'
export { type Recorder, recordRequests } from './record-requests.ts'
export { RequestLog } from './request-log.ts'
export { maintainRequests } from './retention.ts'
