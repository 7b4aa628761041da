import {
  type Compilable,
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  type RootOperationNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type UnknownRow,
  ValueNode,
} from 'kysely'
import type { Tables } from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'
export type Builder = Kysely<Tables>

/** Stands in a query where a value will be bound at each run. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Writes constants into the SQL instead of binding them: an index `where state = 'queued'` serves a query only if the
 * planner sees that constant. Everything that varies is a Parameter, so no text of a request gets here.
 */
class InlineConstants extends OperationNodeTransformer implements KyselyPlugin {
  protected override transformValue(node: ValueNode): ValueNode {
    return node.value instanceof Parameter ? node : ValueNode.createImmediate(node.value)
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.transformNode(node, queryId)
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

/** A compiled query: `bindings` holds, in the order of the placeholders, parameter names or constants. */
export interface CompiledStatement {
  sql: string
  bindings: readonly ({ name: string } | { constant: unknown })[]
}

/**
 * A query that Kysely builds once per dialect and that is then run prepared, with parameters `P` by name, giving
 * rows `R`. Building a query costs about as much as running it, so nothing on a hot path builds one.
 */
export interface Statement<P, R> {
  compile(dialect: Dialect): CompiledStatement
  /** Types only. */
  readonly shape?: (parameters: P) => R
}

/** What a statement gives. */
export type RowOf<S> = S extends Statement<never, infer R> ? R : never

export type Bind<P> = <K extends keyof P & string>(name: K) => P[K]

/** Declares one: `statement<{ id: string }>()((q, p) => q.selectFrom('jobs').where('job_id', '=', p('id')))`. */
export function statement<P extends object = Record<never, never>>() {
  return <R>(build: (q: Builder, p: Bind<P>, dialect: Dialect) => Compilable<R>): Statement<P, R> => {
    const compiled: Partial<Record<Dialect, CompiledStatement>> = {}
    return {
      compile(dialect) {
        compiled[dialect] ??= compile(
          build(builders[dialect], ((name: string) => new Parameter(name)) as never, dialect),
        )
        return compiled[dialect]
      },
    }
  }
}

/** The strings of a JSON array that is bound as one parameter, for IN: lists of any length, one statement. */
export function jsonList(dialect: Dialect, parameter: string): RawBuilder<string> {
  return dialect === 'sqlite'
    ? sql<string>`(select value from json_each(${parameter}))`
    : sql<string>`(select jsonb_array_elements_text(${parameter}::jsonb))`
}

/** The values of a run in the order of the placeholders. */
export function bind(statement: CompiledStatement, parameters: object): unknown[] {
  return statement.bindings.map((binding) =>
    'name' in binding ? (parameters as Record<string, unknown>)[binding.name] : binding.constant,
  )
}

function compile(query: Compilable): CompiledStatement {
  const { sql, parameters } = query.compile()
  return {
    sql,
    bindings: parameters.map((value) => (value instanceof Parameter ? { name: value.name } : { constant: value })),
  }
}

/**
 * Writes +? for a bound value: the planner looks at a bare ? in WHERE, LIMIT and beside EXISTS, and SQLite then
 * prepares the statement again for each run, since other values might want another plan (4 us; the look-up
 * itself takes 1).
 * Unary plus changes no value of any type and costs nothing at run time.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

const builders: Record<Dialect, Builder> = {
  sqlite: new Kysely<Tables>({
    plugins: [new InlineConstants()],
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new StablePlanCompiler(),
    },
  }),
  postgres: new Kysely<Tables>({
    plugins: [new InlineConstants()],
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
}
