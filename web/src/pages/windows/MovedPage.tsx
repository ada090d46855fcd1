import { useEffect } from 'react'
import { navigate } from '../../routing/location.ts'

/** A link of an earlier version, when the windows were part of Explore. It leads to the same page at its new address. */
export function MovedPage({ slug }: { slug?: string }) {
  useEffect(() => {
    const path = slug === undefined ? '/windows/all' : `/windows/${encodeURIComponent(slug)}`
    navigate(path + location.search, { replace: true })
  }, [slug])
  return null
}
