import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { shortLocal } from '../../parts/words/format.ts'
import { LIMIT_NAMES } from '../../parts/words/limit-names.ts'
import { useSession } from '../../session.ts'
import { LimitPanel } from './LimitPanel.tsx'
import { LimitRules } from './LimitRules.tsx'
import { MonthUsage } from './MonthUsage.tsx'
import { PeopleUsage } from './PeopleUsage.tsx'
import { usedUpAt } from './projection.ts'
import { texts } from './texts.ts'
import styles from './UsagePage.module.css'
import { UsageTabs } from './UsageTabs.tsx'

export function UsagePage() {
  const { team } = useSession()
  const { data, error, refetch } = useApiQuery(contract.getUsage, {}, { refetchSeconds: 30 })
  return (
    <Page
      title={texts.title}
      lead={data ? texts.billingMonth(shortLocal(data.month.startsAt), shortLocal(data.month.endsAt)) : texts.lead}
    >
      <UsageTabs current="/usage" />
      {!team.apiAccess && <NoApiAccess />}
      {error && !data && <ErrorNote title={texts.loadError} error={error} retry={refetch} />}
      {(data || !error) && (
        <Section title={texts.limits.title}>
          <div className={styles.limits}>
            {data
              ? data.buckets.map((bucket) => (
                  <LimitPanel
                    key={bucket.bucket}
                    bucket={bucket}
                    usedUp={usedUpAt(bucket, data.month.startsAt, data.asOf)}
                  />
                ))
              : Object.keys(LIMIT_NAMES).map((limit) => <Loading key={limit} height={150} radius={12} />)}
          </div>
        </Section>
      )}
      {data ? <MonthUsage usage={data} /> : !error && <Loading height={780} radius={12} />}
      {data && <LimitRules limits={data.limits} />}
      {data && team.apiAccess && <PeopleUsage />}
    </Page>
  )
}
