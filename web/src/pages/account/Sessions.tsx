import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type OpenSessionReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/tables/Table.tsx'
import { sharedTexts } from '../../parts/texts.ts'
import typography from '../../parts/typography.module.css'
import { Tag } from '../../parts/words/Tag.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { browserName } from './browser-name.ts'
import { SignOutEverywhereDialog } from './SignOutEverywhereDialog.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.sessions

export function Sessions() {
  const toast = useToast()
  const { data, error, refetch } = useApiQuery(contract.listSessions, {})
  const end = useApiMutation(contract.endSession, { invalidates: ['listSessions', 'listAudit'] })
  const [signingOut, setSigningOut] = useState(false)
  const endSession = ({ id }: OpenSessionReply) =>
    end.mutate(
      { params: { sessionId: id } },
      { onSuccess: () => toast(texts.ended), onError: ({ message }) => toast(message) },
    )
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      action={
        <Button variant="default" size="xs" onClick={() => setSigningOut(true)}>
          {allTexts.signOutEverywhere.open}
        </Button>
      }
    >
      {error && !data ? (
        <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />
      ) : (
        <Table
          label={texts.title}
          rows={data?.sessions}
          rowKey={({ id }) => id}
          skeletonRows={2}
          columns={[
            {
              label: texts.columns.browser,
              cell: ({ userAgent, current }) => (
                <span title={userAgent ?? undefined}>
                  {browserName(userAgent)} {current && <Tag>{texts.current}</Tag>}
                </span>
              ),
            },
            {
              label: texts.columns.team,
              cell: ({ teamName }) => <Words text={teamName} />,
            },
            {
              label: texts.columns.address,
              cell: ({ address }) => (
                <span className={classes(typography.mono, typography.breakWord)}>
                  {address ?? texts.unknownAddress}
                </span>
              ),
            },
            { label: texts.columns.signedIn, cell: ({ signedInAt }) => <Time at={signedInAt} /> },
            { label: texts.columns.lastSeen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
            {
              label: sharedTexts.actions,
              menu: true,
              cell: (session) =>
                !session.current && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={texts.endLabel(browserName(session.userAgent), session.address)}
                    onClick={() => endSession(session)}
                  >
                    {texts.end}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {signingOut && <SignOutEverywhereDialog onClose={() => setSigningOut(false)} />}
    </Section>
  )
}
