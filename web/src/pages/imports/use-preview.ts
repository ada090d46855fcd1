import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { contract, type ImportMappingBody, type ImportPreviewReply } from '../../contract.ts'
import type { ChosenFile } from './chosen-file.ts'

interface Question {
  readonly mapping: ImportMappingBody | null
  readonly choice?: string
}

/** The answer to the last question, and the one before while it is on its way. */
export function usePreview({ name: fileName, sample, isWhole }: ChosenFile) {
  const [preview, setPreview] = useState<ImportPreviewReply>()
  const [error, setError] = useState<unknown>()
  const [question, ask] = useState<Question>({ mapping: null })
  const last = useRef<Question>(undefined)
  const isPending = preview === undefined || last.current !== question
  useEffect(() => {
    const stop = new AbortController()
    callApi(contract.previewImport, { body: { fileName, sample, isWhole, ...question } }, stop.signal).then(
      (reply) => {
        last.current = question
        setPreview(reply.preview)
        setError(undefined)
      },
      (failure) => {
        if (!stop.signal.aborted) setError(failure)
      },
    )
    return () => stop.abort()
  }, [fileName, sample, isWhole, question])
  return { preview, error, isPending, ask }
}
