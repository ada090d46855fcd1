import { Button } from '@mantine/core'
import { useApiMutation, useApiQuery } from '../../../api/queries.ts'
import { contract, type WaitingBoardReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { useToast } from '../../../parts/notes/Toasts.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { Words } from '../../../parts/words/Words.tsx'
import { useCan } from '../../../session.ts'
import { ExternalLink } from '../../explore/dossier/ExternalLink.tsx'
import styles from './Monitoring.module.css'
import { texts } from './texts.ts'

/** Boards that were found and aren't visited until a person says whose they are. Nothing is shown if none waits. */
export function WaitingBoards({ refetchSeconds }: { refetchSeconds: number }) {
  const { data, error, refetch } = useApiQuery(contract.listWaitingBoards, {}, { refetchSeconds })
  if (error && !data) return <ErrorNote title={texts.boards.failed} error={error} retry={refetch} />
  if (!data || data.boards.length === 0) return null
  return (
    <Section title={texts.boards.title} lead={texts.boards.lead}>
      <ul className={classes(layout.panel, styles.boards)}>
        {data.boards.map((board) => (
          <Board key={board.id} board={board} />
        ))}
      </ul>
      {data.isCut && <p className={typography.muted}>{texts.boards.isCut}</p>}
    </Section>
  )
}

function Board({ board }: { board: WaitingBoardReply }) {
  const { id, domain, name, kind, target, page, why, forOwners } = board
  const can = useCan()
  const toast = useToast()
  const decide = useApiMutation(contract.decideBoard, {
    invalidates: ['listWaitingBoards', 'getMonitoring', 'getFirstSteps', 'listAudit'],
  })
  const company = name ?? domain
  const subject = texts.boards.label(kind, target, company)
  const run = (accept: boolean) => {
    if (decide.isPending) return
    const done = accept ? texts.boards.accepted(company) : texts.boards.rejected(company)
    // A promise, because the row is gone when the board is decided.
    void decide.mutateAsync({ body: { id, accept } }).then(
      () => toast(done),
      ({ message }: Error) => toast(message),
    )
  }
  return (
    <li>
      <div>
        <p>
          <strong>
            <Words text={company} />
          </strong>{' '}
          <span className={typography.muted}>{name !== null && <Words text={domain} />}</span>
        </p>
        <p className={typography.breakWord}>{kind === 'domain' ? texts.boards.domain(target) : `${kind}: ${target}`}</p>
        <p className={classes(typography.muted, typography.small, typography.breakWord)}>
          <Words text={why} />
        </p>
        <p className={classes(typography.small, typography.breakWord)}>
          <ExternalLink url={page} text={page} />
        </p>
      </div>
      {can('decideBoard') ? (
        <div className={layout.row}>
          {forOwners ? (
            <Button size="xs" aria-label={`${texts.boards.accept}: ${subject}`} onClick={() => run(true)}>
              {texts.boards.accept}
            </Button>
          ) : (
            <span className={classes(typography.muted, typography.small)}>{texts.boards.operator}</span>
          )}
          <Button
            size="xs"
            variant="default"
            aria-label={`${texts.boards.reject}: ${subject}`}
            onClick={() => run(false)}
          >
            {texts.boards.reject}
          </Button>
        </div>
      ) : (
        <span className={classes(typography.muted, typography.small)}>
          {forOwners ? texts.boards.owners : texts.boards.operator}
        </span>
      )}
    </li>
  )
}
