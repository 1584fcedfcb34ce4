package dev.tldr4j.spark.encode;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import scala.Function1;
import scala.runtime.AbstractPartialFunction;

/**
 * Tells Spark's optimizer that rows may be chosen before they are encoded, where the choice does not look at the reduced vectors.
 * It knows this of its own plans; without it, a query for a thousand rows would encode, and read, all.
 */
final class FilterFirst extends Rule<LogicalPlan> {
    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return plan.transform(new Swap());
    }

    private static final class Swap extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean isDefinedAt(LogicalPlan node) {
            return node instanceof Filter filter
                    && filter.child() instanceof EncodeRows encoded
                    && conditions(filter.condition()).stream().anyMatch(condition -> isAbout(condition, encoded));
        }

        @Override
        @SuppressWarnings("unchecked") // Scala wants a supertype of plans, and a plan is one
        public <A extends LogicalPlan, B> B applyOrElse(A node, Function1<A, B> otherwise) {
            return isDefinedAt(node) ? (B) filtered((Filter) (LogicalPlan) node) : otherwise.apply(node);
        }
    }

    private static LogicalPlan filtered(Filter filter) {
        EncodeRows encoded = (EncodeRows) filter.child();
        List<Expression> before = new ArrayList<>();
        List<Expression> after = new ArrayList<>();
        for (Expression condition : conditions(filter.condition())) {
            (isAbout(condition, encoded) ? before : after).add(condition);
        }
        LogicalPlan rows = new EncodeRows(
                new Filter(all(before), encoded.child()), encoded.vector(), encoded.reduced(), encoded.encoding());
        return after.isEmpty() ? rows : new Filter(all(after), rows);
    }

    /** Whether a condition needs no more than the rows as they come. */
    private static boolean isAbout(Expression condition, EncodeRows encoded) {
        return condition.deterministic()
                && condition.references().subsetOf(encoded.child().outputSet());
    }

    private static List<Expression> conditions(Expression condition) {
        List<Expression> conditions = new ArrayList<>();
        if (condition instanceof And both) {
            conditions.addAll(conditions(both.left()));
            conditions.addAll(conditions(both.right()));
        } else {
            conditions.add(condition);
        }
        return conditions;
    }

    private static Expression all(List<Expression> conditions) {
        return conditions.stream().reduce(And::new).orElseThrow();
    }
}
