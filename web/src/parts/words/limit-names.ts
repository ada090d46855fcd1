import type { BucketReply } from '../../contract.ts'

/** By the limit's name in the usage reply, where it is called a bucket. */
export const LIMIT_NAMES: Readonly<Record<BucketReply['bucket'], string>> = {
  perMinute: 'Requests per minute',
  dailyRequests: 'Requests per day',
  monthlyRequests: 'Requests per month',
  monthlyRecords: 'Records per month',
  monthlyPageTurns: 'Page turns per month',
  dailyCompanyDetail: 'Companies opened per day',
}
