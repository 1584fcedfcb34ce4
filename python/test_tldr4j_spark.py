"""As test_tldr4j. Needs PySpark 4.1, and the variable TLDR4J_SPARK_JAR: a path to tldr4j-spark's jar that holds all."""

import os
import tempfile
import unittest

import numpy as np

try:
    import pyspark
except ImportError as e:
    raise unittest.SkipTest("there is no PySpark") from e
if not pyspark.__version__.startswith("4.1.") or "TLDR4J_SPARK_JAR" not in os.environ:
    raise unittest.SkipTest("PySpark 4.1 and TLDR4J_SPARK_JAR are needed")

from pyspark.errors import IllegalArgumentException
from pyspark.ml import Pipeline, PipelineModel
from pyspark.sql import SparkSession

import tldr4j
from tldr4j_spark import TldrReducer, TldrReducerModel


class StagesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = (
            SparkSession.builder.master("local[2]")
            .config("spark.jars", os.environ["TLDR4J_SPARK_JAR"])
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate()
        )
        centres = np.random.default_rng(1).normal(size=(10, 12))
        cls.vectors = np.repeat(centres, 30, 0) + np.random.default_rng(2).normal(scale=0.2, size=(300, 12))
        rows = [(i, [float(number) for number in vector]) for i, vector in enumerate(cls.vectors)]
        cls.table = cls.session.createDataFrame(rows, "id int, embedding array<float>")
        cls.reducer = TldrReducer(inputCol="embedding", outputCol="reduced", dims=3, steps=5, learningRate=0.01)
        cls.model = cls.reducer.fit(cls.table)

    @classmethod
    def tearDownClass(cls):
        cls.session.stop()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "saved")

    def test_a_model_reduces_as_its_encoder_does_in_python(self):
        self.model.write().save(self.path)
        encoder = tldr4j.load(os.path.join(self.path, "encoder.safetensors"))

        rows = self.model.transform(self.table).orderBy("id").collect()

        self.assertEqual(encoder.id, self.model.encoder_id)
        np.testing.assert_allclose([row.reduced for row in rows], encoder.encode(self.vectors), atol=1e-4)

    def test_parameters_reach_the_stage_in_java(self):
        model = self.model.copy().setParams(dropInput=True, outputCol="embedding")
        self.assertEqual(model.transform(self.table).columns, ["id", "embedding"])

        shorter = self.reducer.copy({self.reducer.dims: 2}).fit(self.table)
        self.assertEqual(len(shorter.transform(self.table).first().reduced), 2)

        self.assertEqual(len(self.model.truncated(2).transform(self.table).first().reduced), 2)

    def test_stages_and_pipelines_of_them_are_saved_and_loaded(self):
        self.reducer.write().save(self.path)
        self.assertEqual(TldrReducer.load(self.path).getOrDefault("dims"), 3)

        self.model.write().overwrite().save(self.path)
        self.assertEqual(TldrReducerModel.load(self.path).encoder_id, self.model.encoder_id)
        of_file = TldrReducerModel.of_file(os.path.join(self.path, "encoder.safetensors"), inputCol="embedding")
        self.assertEqual(of_file.encoder_id, self.model.encoder_id)

        Pipeline(stages=[self.reducer]).write().overwrite().save(self.path)
        self.assertEqual(Pipeline.load(self.path).getStages()[0].getOrDefault("dims"), 3)
        PipelineModel([self.model]).write().overwrite().save(self.path)
        self.assertEqual(PipelineModel.load(self.path).stages[0].encoder_id, self.model.encoder_id)

    def test_wrong_parameters_are_refused(self):
        with self.assertRaisesRegex(AttributeError, "dim"):
            TldrReducer(dim=3)
        with self.assertRaisesRegex(TypeError, "dims"):
            TldrReducer(dims="few")
        with self.assertRaisesRegex(IllegalArgumentException, "there is no column vector among id, embedding"):
            TldrReducer(inputCol="vector", dims=3).fit(self.table)
