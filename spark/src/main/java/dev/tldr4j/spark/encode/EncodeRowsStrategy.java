package dev.tldr4j.spark.encode;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.optimizer.PushDownPredicates$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Tells Spark's planner how {@link EncodeRows} is done, and its optimizer what may be done before. */
public final class EncodeRowsStrategy extends SparkStrategy {
    private static final EncodeRowsStrategy ONLY = new EncodeRowsStrategy();

    private EncodeRowsStrategy() {}

    /** Makes it known to a session, once. */
    public static void addTo(SparkSession session) {
        synchronized (ONLY) {
            List<SparkStrategy> known = new ArrayList<>(
                    CollectionConverters.asJava(session.experimental().extraStrategies()));
            if (!known.contains(ONLY)) {
                known.add(ONLY);
                session.experimental()
                        .extraStrategies_$eq(CollectionConverters.asScala(known).toSeq());
                List<Rule<LogicalPlan>> rules = new ArrayList<>(
                        CollectionConverters.asJava(session.experimental().extraOptimizations()));
                rules.add(new FilterFirst());
                // and on from there, to where the table is read
                rules.add(PushDownPredicates$.MODULE$);
                session.experimental()
                        .extraOptimizations_$eq(
                                CollectionConverters.asScala(rules).toSeq());
            }
        }
    }

    @Override
    public Seq<SparkPlan> apply(LogicalPlan plan) {
        List<SparkPlan> plans = new ArrayList<>();
        if (plan instanceof EncodeRows rows) {
            plans.add(new EncodeRowsExec(planLater(rows.child()), rows.vector(), rows.reduced(), rows.encoding()));
        }
        return CollectionConverters.asScala(plans).toSeq();
    }
}
