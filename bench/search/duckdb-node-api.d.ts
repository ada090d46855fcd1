// What is used of DuckDB here. It is installed for the benchmark alone, and the rest of the project is checked without it.
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
