import { Drawer } from '@mantine/core'
import type { LoggedRequestReply } from '../../contract.ts'
import { useFocusRowAfter } from '../../keyboard/use-row-keys.ts'
import { classes } from '../../parts/class-names.ts'
import { CopyButton } from '../../parts/copying/CopyButton.tsx'
import layout from '../../parts/layout.module.css'
import { Note } from '../../parts/notes/Note.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import { FactList } from '../../parts/tables/FactList.tsx'
import typography from '../../parts/typography.module.css'
import { exactTimes, formatMilliseconds } from '../../parts/words/format.ts'
import { costOf, toneOf } from './request-words.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.requests
const CLIENT_LEFT = 499

/** Everything that is known of one request. Closed, the focus is on its row again. */
export function RequestDrawer({ request, onClose }: { request: LoggedRequestReply; onClose: () => void }) {
  const { id, at, key, endpoint, method, path, status, ms, requestId, error } = request
  useFocusRowAfter(id)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={
        <code className={typography.breakWord}>
          {method} {path}
        </code>
      }
      closeButtonProps={{ 'aria-label': texts.close }}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <div className={layout.stack}>
        {error && (
          <Note tone={status >= 500 ? 'danger' : 'warning'}>
            <code>{error.code}</code>: {error.message}
          </Note>
        )}
        {status === CLIENT_LEFT && <Note>{texts.clientLeft}</Note>}
        <FactList
          facts={[
            [
              texts.status,
              <Status key="status" tone={toneOf(status)}>
                {String(status)}
              </Status>,
            ],
            [texts.exact, exactTimes(at).map((text) => <div key={text}>{text}</div>)],
            [texts.columns.duration, formatMilliseconds(ms)],
            [texts.columns.cost, costOf(request)],
            [texts.endpoint, <code key="endpoint">{allTexts.endpointNames[endpoint] ?? endpoint}</code>],
            [
              texts.key,
              <span key="key">
                {key.name || texts.deletedKey}{' '}
                {key.prefix && <code className={typography.muted}>{`${key.prefix}…${key.lastFour}`}</code>}
              </span>,
            ],
            [texts.requestId, <code key="id">{requestId}</code>],
          ]}
        />
        <div className={layout.row}>
          <CopyButton text={requestId} name={texts.requestId} />
          <span className={classes(typography.small, typography.muted)}>{texts.supportHint}</span>
        </div>
      </div>
    </Drawer>
  )
}
