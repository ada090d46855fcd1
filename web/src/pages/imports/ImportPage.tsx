import { useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useApiQuery, useInvalidate } from '../../api/queries.ts'
import { contract, type ImportMappingBody, type ImportReply, type ReplyOf } from '../../contract.ts'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Page } from '../../parts/Page.tsx'
import { useLeaveGuard } from '../../routing/leave-guard.ts'
import { useCan, useSession } from '../../session.ts'
import { ChooseFile } from './ChooseFile.tsx'
import type { ChosenFile } from './chosen-file.ts'
import { PastImports } from './PastImports.tsx'
import { PreviewForm } from './PreviewForm.tsx'
import { RunningImport } from './RunningImport.tsx'
import { sendParts } from './send-parts.ts'
import { texts } from './texts.ts'

export function ImportPage() {
  const can = useCan()
  return (
    <Page title={texts.title} lead={texts.lead} back={{ href: '/lists', label: texts.back }}>
      {can('getImports') ? (
        <Imports />
      ) : (
        <EmptyState title={texts.ownersOnly.title}>{texts.ownersOnly.text}</EmptyState>
      )}
    </Page>
  )
}

const isOpen = ({ state }: ImportReply) => state === 'uploading' || state === 'running'

function Imports() {
  const { team } = useSession()
  const [polls, setPolls] = useState(false)
  const { data, error, refetch } = useApiQuery(contract.getImports, {}, polls ? { refetchSeconds: 1 } : {})
  const running = data?.imports.find(isOpen)
  if (polls !== (running !== undefined) && data) setPolls(running !== undefined)
  const past = data?.imports.filter((each) => !isOpen(each)) ?? []
  if (!team.apiAccess) return <NoApiAccess />
  if (!data)
    return error ? <ErrorNote title={texts.loadFailed} error={error} retry={refetch} /> : <Loading height={200} />
  return (
    <>
      {data.isAllowed || running ? (
        <Upload data={data} running={running} />
      ) : (
        <EmptyState title={texts.notAllowed.title}>{texts.notAllowed.text(data.mode)}</EmptyState>
      )}
      {past.length > 0 && <PastImports imports={past} />}
    </>
  )
}

interface UploadProps {
  readonly data: ReplyOf<typeof contract.getImports>
  readonly running: ImportReply | undefined
}

function Upload({ data, running }: UploadProps) {
  const invalidate = useInvalidate()
  const [file, setFile] = useState<ChosenFile>()
  const [isStarting, setIsStarting] = useState(false)
  const [error, setError] = useState<unknown>()
  /** The file of the upload that this page makes. */
  const blob = useRef<Blob>(undefined)
  const [sent, setSent] = useState<number>()
  const isSending = sent !== undefined && error === undefined && running?.state === 'uploading'
  useLeaveGuard(isSending)

  const send = async ({ id, received }: ImportReply) => {
    if (!blob.current) return
    setError(undefined)
    setSent(received)
    try {
      await sendParts(id, blob.current, received, setSent)
      blob.current = undefined
    } catch (failure) {
      setError(failure)
    }
    await invalidate(['getImports'])
  }
  const start = async (mapping: ImportMappingBody, sendsNews: boolean) => {
    if (!file) return
    setIsStarting(true)
    setError(undefined)
    try {
      const body = { fileName: file.name, bytes: file.blob.size, mapping, sendsNews }
      const started = await callApi(contract.createImport, { body })
      blob.current = file.blob
      setFile(undefined)
      await invalidate(['getImports', 'listAudit'])
      void send(started.import)
    } catch (failure) {
      setError(failure)
    } finally {
      setIsStarting(false)
    }
  }
  if (running) {
    const canRetry = running.state === 'uploading' && error !== undefined && blob.current !== undefined
    return (
      <RunningImport
        running={running}
        sent={sent}
        error={running.state === 'uploading' ? error : undefined}
        retry={canRetry ? () => void send(running) : undefined}
      />
    )
  }
  if (!file) return <ChooseFile onChoose={setFile} />
  return (
    <PreviewForm
      file={file}
      presets={data.presets}
      mappings={data.mappings}
      isStarting={isStarting}
      startError={error}
      onStart={(mapping, sendsNews) => void start(mapping, sendsNews)}
      onClose={() => {
        setFile(undefined)
        setError(undefined)
      }}
    />
  )
}
