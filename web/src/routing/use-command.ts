import { useEffect, useRef } from 'react'
import { useSearchParams } from './location.ts'

/** The address that makes a page run a command as soon as it can. */
export const commandUrl = (path: string, name: string) => `${path}?do=${name}`

/** Runs the command that the address asks for, once, and takes it out of the address: a reload doesn't repeat it. */
export function useCommand(name: string, run: () => void, isReady = true): void {
  const [params, change] = useSearchParams()
  const isAsked = isReady && params.get('do') === name
  const latest = useRef({ change, run })
  latest.current = { change, run }
  useEffect(() => {
    if (!isAsked) return
    latest.current.change({ do: undefined })
    latest.current.run()
  }, [isAsked])
}
