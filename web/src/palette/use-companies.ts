import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../api/client.ts'
import { contract, type ReplyOf } from '../contract.ts'
import { useCan } from '../session.ts'

/** Each pause in the typing is a search, and may show companies that count toward what is free in a day. */
const PAUSE_MS = 300
const MIN_LENGTH = 2
const MAX_LENGTH = 100

interface Companies {
  /** Undefined: none are searched. */
  readonly found: ReplyOf<typeof contract.findCompanies> | undefined
  readonly isSearching: boolean
  readonly hasFailed: boolean
}

export function useCompanies(text: string): Companies {
  const can = useCan()('findCompanies')
  const name = text.trim()
  const [settled, setSettled] = useState(name)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(name), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [name])
  const isSearched = can && name.length >= MIN_LENGTH && name.length <= MAX_LENGTH
  const { data, isFetching, isError } = useQuery({
    queryKey: [contract.findCompanies.name, { query: { name: settled.toLowerCase() } }],
    queryFn: ({ signal }) => callApi(contract.findCompanies, { query: { name: settled.toLowerCase() } }, signal),
    enabled: isSearched && settled === name,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return {
    found: isSearched ? data : undefined,
    isSearching: isSearched && (settled !== name || isFetching),
    hasFailed: isSearched && isError && settled === name,
  }
}
