// The part of DuckDB's API that is used here. DuckDB is installed only for the benchmark; type checks run without it.
declare module '@duckdb/node-api' {
  export class DuckDBInstance {
    static create(path: string, options: Record<string, string>): Promise<DuckDBInstance>
    connect(): Promise<DuckDBConnection>
  }
  export class DuckDBConnection {
    run(sql: string): Promise<unknown>
    runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>
  }
}
